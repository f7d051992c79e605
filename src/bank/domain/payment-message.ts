import type { CalendarDate } from '../../shared/calendar-date';
import type { Money } from '../../shared/money';
import { sepaReference, sepaText } from './sepa-text';

/** One credit transfer: one invoice. */
export interface CreditTransfer {
  /** What the supplier calls the invoice. */
  documentNumber: string;
  amount: Money;
  creditorName: string;
  creditorIban: string;
  creditorBic: string | null;
}

interface PaymentMessage {
  /** At most 35 characters. */
  messageId: string;
  createdAt: Date;
  executionOn: CalendarDate;
  debtorName: string;
  debtorIban: string;
  transfers: CreditTransfer[];
  total: Money;
}

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
const LONGEST_NAME = 70;
const LONGEST_REFERENCE = 35;
const LONGEST_REMITTANCE = 140;

/**
 * A SEPA credit transfer initiation (ISO 20022 pain.001.001.09, as EPC132-08 uses it): one payment block, one transfer per
 * invoice, elements in the order of the schema, texts in the SEPA character set.
 */
export function paymentMessageXml(message: PaymentMessage): string {
  const { messageId, createdAt, executionOn, transfers, total } = message;
  const counts = [element('NbOfTxs', String(transfers.length)), element('CtrlSum', total.toString())];
  const debtor = sepaText(message.debtorName, LONGEST_NAME);
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}"><CstmrCdtTrfInitn>`,
    '<GrpHdr>',
    element('MsgId', messageId),
    element('CreDtTm', `${createdAt.toISOString().slice(0, 19)}Z`),
    ...counts,
    `<InitgPty>${element('Nm', debtor)}</InitgPty></GrpHdr>`,
    '<PmtInf>',
    element('PmtInfId', messageId),
    element('PmtMtd', 'TRF'),
    ...counts,
    '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>',
    `<ReqdExctnDt>${element('Dt', executionOn)}</ReqdExctnDt>`,
    `<Dbtr>${element('Nm', debtor)}</Dbtr>`,
    `<DbtrAcct><Id>${element('IBAN', message.debtorIban)}</Id></DbtrAcct>`,
    '<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>',
    element('ChrgBr', 'SLEV'),
    ...transfers.map(transferXml),
    '</PmtInf></CstmrCdtTrfInitn></Document>\n',
  ].join('');
}

function transferXml(transfer: CreditTransfer): string {
  const { documentNumber, amount, creditorName, creditorIban, creditorBic } = transfer;
  const reference = sepaReference(documentNumber, LONGEST_REFERENCE);
  return [
    `<CdtTrfTxInf><PmtId>${element('EndToEndId', reference || 'NOTPROVIDED')}</PmtId>`,
    `<Amt><InstdAmt Ccy="${amount.currency.code}">${amount.toString()}</InstdAmt></Amt>`,
    creditorBic === null
      ? ''
      : `<CdtrAgt><FinInstnId>${element('BICFI', creditorBic)}</FinInstnId></CdtrAgt>`,
    `<Cdtr>${element('Nm', sepaText(creditorName, LONGEST_NAME))}</Cdtr>`,
    `<CdtrAcct><Id>${element('IBAN', creditorIban)}</Id></CdtrAcct>`,
    `<RmtInf>${element('Ustrd', sepaText(documentNumber, LONGEST_REMITTANCE) || 'NOTPROVIDED')}</RmtInf></CdtTrfTxInf>`,
  ].join('');
}

/** The SEPA character set has no character that XML would read as markup. */
function element(name: string, text: string): string {
  return `<${name}>${text}</${name}>`;
}
