FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 HOST=0.0.0.0 VAR_DIR=/app/var
WORKDIR /app
RUN useradd --system --no-create-home --home-dir /app hearts

COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements.lock

COPY . .
# The key serves this step only; a running container is given its own.
RUN SECRET_KEY=for-this-step-only python manage.py collectstatic --noinput --verbosity 0 \
    && python -m compileall -q hearts_site accounts games \
    && chown -R hearts var

USER hearts
EXPOSE 8000
CMD ["python", "manage.py", "run_web"]
