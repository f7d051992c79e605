import type { TestCompany } from './test-app';

/** A submission with its file and its documents, and settings: the supplier documents of January 2026 are in it. */
export async function fillDeclarations(company: TestCompany): Promise<void> {
  await company.ok('declarations/configs/update', {
    system: 'lt-isaf',
    config: { softwareCompanyName: 'Example UAB', webServiceToken: 'token' },
  });
  await company.ok('declarations/submissions/create', { obligation: 'lt-isaf', year: 2026, month: 1 });
}
