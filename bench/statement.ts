import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Load } from './load';

const ENTRIES = 50_000;

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
