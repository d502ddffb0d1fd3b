"""Reports: drop, win, hold against theory, meters and significant events, per table and day."""

from wartable.audit.reports.making import Report, ReportRequest, TableDay, WagerRow, report
