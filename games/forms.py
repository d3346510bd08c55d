"""What people send from pages, checked."""

from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import engine, selectors
from games.templatetags.in_words import preset_name

_FIRST_DAY, _LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)


class _DayField(forms.DateField):
    """A day as browsers send it, 2026-07-31; never needed."""

    def __init__(self, label: Any) -> None:
        super().__init__(
            label=label,
            required=False,
            input_formats=["%Y-%m-%d"],
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            validators=[MinValueValidator(_FIRST_DAY), MaxValueValidator(_LAST_DAY)],
            error_messages={"invalid": _("Enter a date such as 2026-07-31.")},
        )


class MatchFilterForm(forms.Form):
    """What a list of matches is narrowed to. A filter that is wrong is left out, and says so."""

    name = forms.CharField(label=_("Player"), required=False, max_length=40)
    since = _DayField(_("From"))
    until = _DayField(_("To"))
    preset = forms.ChoiceField(label=_("Preset"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["preset"].choices = [  # type: ignore[attr-defined]  # a ChoiceField
            ("", _("Any")),
            *((name, preset_name(name)) for name in engine.PRESETS),
        ]

    def clean(self) -> dict[str, Any]:
        """The days in their order."""
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and until < since:
            self.add_error("until", gettext("This day is before the first one."))
        return self.cleaned_data

    def filters(self) -> selectors.Filters:
        """The filters that are right."""
        self.is_valid()
        right = self.cleaned_data
        return selectors.Filters(
            since=right.get("since"),
            until=right.get("until"),
            name=right.get("name", ""),
            preset=right.get("preset", ""),
            outcome=right.get("result", ""),
        )


class OwnMatchFilterForm(MatchFilterForm):
    """The same for one's own matches: by result as well, and the name is an opponent's."""

    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[("", _("Any")), *selectors.Outcome.choices],
    )
    field_order = ("result", "name", "since", "until", "preset")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Opponent")


class JoinForm(forms.Form):
    """Join the queue; without a choice of presets it is for the first one."""

    preset = forms.ChoiceField(
        required=False,
        error_messages={"invalid_choice": _("There is no queue for that kind of match.")},
    )
    with_house = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(preset, preset_name(preset)) for preset in settings.QUEUE_PRESETS]
        self.fields["preset"].choices = choices  # type: ignore[attr-defined]  # a ChoiceField

    def clean_preset(self) -> str:
        """The preset asked for, or the first that has a queue."""
        return self.cleaned_data["preset"] or str(settings.QUEUE_PRESETS[0])
