"""What people send from pages, checked."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

#: What people read for a preset; one without an entry is shown by its own name.
PRESET_NAMES = {"classic": _("Classic")}


def preset_name(preset: str) -> str:
    """The name of a preset in the reader's language."""
    return str(PRESET_NAMES.get(preset, preset))


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
