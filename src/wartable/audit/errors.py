"""What an audit says when it cannot answer."""


class AuditRefused(ValueError):
    """The question was wrong, or a file was; one line says where and what was expected."""
