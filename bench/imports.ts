import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Load } from './load';

const ENTRIES = 50_000;
const PAYOUT_ROWS = 20_000;

export interface Imported {
  entries: number;
  seconds: number;
  /** The most memory the API process ever held, in MiB; null where the system does not tell. */
  peakMegabytes: number | null;
}

/** Imports one long camt.053 file. */
export async function importStatement(load: Load, token: string, apiPid: number): Promise<Imported> {
  const { id } = await load.must<{ id: string }>('bank/accounts/create', token, randomUUID(), {
    name: 'Bank',
  });
  const content = statementFile();
  const began = performance.now();
  const { imported } = await load.must<{ imported: number }>('bank/statements/import', token, randomUUID(), {
    bankAccountId: id,
    content,
  });
  const seconds = (performance.now() - began) / 1000;
  if (imported !== ENTRIES) throw new Error(`${imported} of ${ENTRIES} entries were imported`);
  return { entries: ENTRIES, seconds, peakMegabytes: await peakMegabytes(apiPid) };
}

/** Imports one provider payout of many charges. */
export async function importPayout(load: Load, token: string, apiPid: number): Promise<Imported> {
  const { id } = await load.must<{ id: string }>('bank/accounts/create', token, randomUUID(), {
    name: 'Payouts',
  });
  const content = payoutFile();
  const began = performance.now();
  const { batches } = await load.must<{ batches: { lineCount: number }[] }>(
    'bank/settlements/import',
    token,
    randomUUID(),
    { bankAccountId: id, provider: 'stripe', content },
  );
  const seconds = (performance.now() - began) / 1000;
  const entries = batches[0]?.lineCount ?? 0;
  if (entries !== PAYOUT_ROWS) throw new Error(`${entries} of ${PAYOUT_ROWS} rows were imported`);
  return { entries, seconds, peakMegabytes: await peakMegabytes(apiPid) };
}

function payoutFile(): string {
  const columns =
    'automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,description,charge_id';
  const charges = Array.from(
    { length: PAYOUT_ROWS },
    (_, index) =>
      `po_1,2026-10-06 00:00:00,txn_${index},2026-10-05 10:00:00,eur,2.50,0.32,2.18,charge,ch_${index},Order ${index},ch_${index}`,
  );
  return [columns, ...charges].join('\n');
}

async function peakMegabytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = /VmHWM:\s*(\d+) kB/.exec(status)?.[1];
  return kibibytes === undefined ? null : Math.round(Number(kibibytes) / 1024);
}

function statementFile(): string {
  const entries = Array.from(
    { length: ENTRIES },
    (_, index) =>
      `<Ntry><Amt Ccy="EUR">1.25</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-10-${String(1 + (index % 28)).padStart(2, '0')}</Dt></BookgDt><AcctSvcrRef>R${index}</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">1.25</Amt></TxAmt></AmtDtls>
<RltdPties><Dbtr><Nm>Buyer ${index}</Nm></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></RltdPties>
<RmtInf><Ustrd>Invoice ${index}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
<BkToCstmrStmt><Stmt><Id>S</Id><Acct><Id><Othr><Id>1</Id></Othr></Id><Ccy>EUR</Ccy></Acct>${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`;
}
