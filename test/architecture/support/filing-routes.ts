import type { RouteCase, Walk } from './route-bodies';

interface Made {
  id: string;
  fileId: string;
}

let months = 0;
let vouchers = 0;
/** A month of i.SAF that nobody has filed or closed, and in which nothing is posted. */
const freeMonth = (): { year: number; month: number } => ({
  year: 2017 + Math.floor(months / 12),
  month: (months++ % 12) + 1,
});
const order = (): object => ({ obligation: 'lt-isaf', ...freeMonth() });
const newSubmission = async ({ books }: Walk): Promise<Made> =>
  (await books.company.ok('declarations/submissions/create', order())) as Made;
const newFile = async (walk: Walk): Promise<{ id: string }> => ({ id: (await newSubmission(walk)).fileId });
const onlyId = ({ id }: Made): { id: string } => ({ id });

/** i.SAF, submissions, the VAT periods that they close, and the files that they keep. */
export const FILING_ROUTES: Readonly<Record<string, RouteCase>> = {
  'declarations/lt/isaf/generate': { body: () => ({ year: 2026, month: 11 }) },
  'declarations/lt/isaf/download': { body: () => ({ year: 2026, month: 11 }) },
  'declarations/configs/list': { body: () => ({}) },
  'declarations/configs/update': {
    body: () => ({ system: 'lt-isaf', config: { softwareName: 'Ours', webServiceToken: 'secret' } }),
  },
  'declarations/submissions/create': {
    body: order,
    withId: { replacesId: () => ({ kind: 'corrective' }) },
  },
  'declarations/submissions/mark': {
    body: async walk => ({ ...onlyId(await newSubmission(walk)), status: 'submitted' }),
  },
  'declarations/submissions/discard': { body: async walk => onlyId(await newSubmission(walk)) },
  'declarations/submissions/list': { body: () => ({}) },
  'declarations/submissions/changes': { body: async walk => onlyId(await newSubmission(walk)) },
  'files/upload': {
    body: ({ books }) => ({
      fileName: 'voucher.txt',
      mimeType: 'text/plain',
      data: Buffer.from(`Voucher ${++vouchers}`).toString('base64'),
      entity: 'sale_invoice',
      entityId: books.invoice.id,
    }),
  },
  'files/list': { body: () => ({}) },
  'files/get': { body: newFile },
  'files/download': { body: newFile },
  'vat-periods/list': { body: () => ({ year: 2026 }) },
  'vat-periods/close': { body: freeMonth },
  'vat-periods/reopen': {
    body: async ({ books }) => {
      const month = freeMonth();
      await books.company.ok('vat-periods/close', month);
      return { ...month, reason: 'A late document' };
    },
  },
};
