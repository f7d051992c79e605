import { lastDayOfMonth, yearOf, type CalendarDate } from '../../shared/calendar-date';
import { refuse } from '../../shared/domain-error';
import { todayOf, type Company } from './company';

/** @throws DomainError `company_state` */
export function refuseDeleted(company: Company): void {
  if (company.status === 'deleted')
    refuse('company_state', `Company ${company.companyId} is deleted, which is final.`);
}

/**
 * Active companies are archived, archived ones activated, and nothing comes after the deletion.
 * @throws DomainError `company_state`
 */
export function withStatus(company: Company, status: 'active' | 'archived'): Company {
  refuseDeleted(company);
  if (company.status === status)
    refuse('company_state', `Company ${company.companyId} is ${status} already.`);
  return { ...company, status };
}

/** For the audit log. */
export function changeOfStatus(before: Company, after: Company): object {
  return { before: { status: before.status }, after: { status: after.status } };
}

const RETENTION_YEARS = 10;

/**
 * The company as deleted. `purgeAfter`: a sandbox may go at once; the books of another are kept ten years after the end
 * of the year they end in (Lithuania: General Index of Document Retention Periods, by order of the Chief Archivist).
 * @throws DomainError `company_state`
 */
export function deletedCompany(company: Company, now: Date): Company & { purgeAfter: CalendarDate } {
  refuseDeleted(company);
  const today = todayOf(company, now);
  const purgeAfter = company.isSandbox ? today : lastDayOfMonth(yearOf(today) + RETENTION_YEARS, 12);
  return { ...company, status: 'deleted', deletedAt: now.toISOString(), purgeAfter };
}
