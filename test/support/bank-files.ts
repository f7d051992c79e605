type Version = '02' | '08';

interface Detail {
  amount?: string;
  charge?: string;
  name?: string;
  iban?: string;
  text?: string;
  reference?: string;
}

interface Entry {
  version?: Version;
  amount: string;
  sign?: 'CRDT' | 'DBIT';
  date?: string;
  isReversal?: boolean;
  reference?: string;
  charge?: string;
  text?: string;
  details?: Detail[];
}

interface Statement {
  version?: Version;
  id?: string;
  iban?: string | null;
  currency?: string;
  entries: string[];
  opening?: string;
  closing?: string;
  from?: string;
  to?: string;
}

const tag = (name: string, content: string | undefined): string =>
  content === undefined ? '' : `<${name}>${content}</${name}>`;
const escaped = (text: string | undefined): string | undefined =>
  text?.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A camt.053 file. */
export function camt(statements: string[], version: Version = '02'): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>` +
    `<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-10-31T20:00:00</CreDtTm></GrpHdr>${statements.join('')}</BkToCstmrStmt></Document>`
  );
}

/** A statement of a camt.053 file; without balances when they are not given. */
export function statement(given: Statement): string {
  const {
    id = 'S1',
    iban = 'LT121000011101001000',
    currency = 'EUR',
    from = '2026-10-01',
    to = '2026-10-31',
  } = given;
  const account = iban === null ? '<Othr><Id>40-1</Id></Othr>' : `<IBAN>${iban}</IBAN>`;
  const balance = (type: string, amount: string | undefined, date: string): string =>
    amount === undefined
      ? ''
      : `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount.replace('-', '')}</Amt>` +
        `<CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>`;
  return (
    `<Stmt><Id>${id}</Id><FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>` +
    `<Acct><Id>${account}</Id><Ccy>${currency}</Ccy></Acct>${balance('OPBD', given.opening, from)}${balance('CLBD', given.closing, to)}` +
    `${given.entries.join('')}</Stmt>`
  );
}

/** An entry of a statement. */
export function entry(given: Entry): string {
  const { version = '02', amount, sign = 'CRDT', date = '2026-10-01', details = [] } = given;
  return (
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>` +
    tag('RvslInd', given.isReversal ? 'true' : undefined) +
    `<Sts>${version === '02' ? 'BOOK' : '<Cd>BOOK</Cd>'}</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>` +
    tag('AcctSvcrRef', given.reference) +
    '<BkTxCd><Prtry><Cd>T</Cd></Prtry></BkTxCd>' +
    charges(version, given.charge) +
    (details.length === 0
      ? ''
      : `<NtryDtls>${details.map(detail => detailOf(version, sign, detail)).join('')}</NtryDtls>`) +
    tag('AddtlNtryInf', escaped(given.text)) +
    '</Ntry>'
  );
}

function detailOf(version: Version, sign: string, detail: Detail): string {
  const amount =
    detail.amount === undefined
      ? ''
      : version === '02'
        ? `<AmtDtls><TxAmt><Amt Ccy="EUR">${detail.amount}</Amt></TxAmt></AmtDtls>`
        : `<Amt Ccy="EUR">${detail.amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>`;
  const role = sign === 'CRDT' ? 'Dbtr' : 'Cdtr';
  const party = tag('Nm', escaped(detail.name));
  const parties =
    detail.name === undefined && detail.iban === undefined
      ? ''
      : `<RltdPties><${role}>${version === '02' ? party : `<Pty>${party}</Pty>`}</${role}>` +
        `<${role}Acct><Id>${tag('IBAN', detail.iban)}</Id></${role}Acct></RltdPties>`;
  return (
    `<TxDtls><Refs>${tag('AcctSvcrRef', detail.reference)}<EndToEndId>NOTPROVIDED</EndToEndId></Refs>${amount}` +
    `${charges(version, detail.charge)}${parties}${tag('RmtInf', tag('Ustrd', escaped(detail.text)))}</TxDtls>`
  );
}

function charges(version: Version, amount: string | undefined): string {
  if (amount === undefined) return '';
  const charge = `<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>`;
  return `<Chrgs>${version === '02' ? charge : `<Rcrd>${charge}</Rcrd>`}</Chrgs>`;
}

/** An MT940 message. */
export function mt940(
  lines: string[],
  opening: string,
  closing: string,
  account = 'LT121000011101001000',
): string {
  return [':20:REF', `:25:${account}`, ':28C:1/1', `:60F:${opening}`, ...lines, `:62F:${closing}`, '-'].join(
    '\r\n',
  );
}
