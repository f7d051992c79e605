import { parseIban } from '../../shared/iban';
import { joined, type StatementLine } from './bank-statement';

type Information = Pick<StatementLine, 'counterpartyName' | 'counterpartyIban' | 'description'>;

/**
 * What field 86 says: subfields `?20` and so on (name in ?32 and ?33, account in ?31 or ?38, purpose in ?20..?29 and
 * ?60..?63), code words such as `/NAME/` and `/REMI/`, or free text.
 * @param line what field 61 has said; its text stays where field 86 says none
 */
export function readInformation(value: string, line: Information): Information {
  const text = value.replaceAll(/\n/g, '');
  if (/^\d{0,3}\?\d{2}/.test(text)) return fromSubfields(text, line);
  if (/^\/[A-Z]{2,8}\//.test(text)) return fromCodeWords(text, line);
  return { ...line, description: joined([value]) ?? line.description };
}

function fromSubfields(text: string, line: Information): Information {
  const subfields = [...text.matchAll(/\?(\d{2})([^?]*)/g)].map(([, code, content]) => ({
    code: code!,
    content: content!,
  }));
  const of = (isWanted: (code: string) => boolean): string | null =>
    joined([
      subfields
        .filter(({ code }) => isWanted(code))
        .map(({ content }) => content)
        .join(''),
    ]);
  const account = subfields.flatMap(({ code, content }) =>
    ['31', '38'].includes(code) ? (parseIban(content) ?? []) : [],
  );
  return {
    counterpartyName: of(code => code === '32' || code === '33'),
    counterpartyIban: account[0] ?? null,
    description: of(code => code.startsWith('2') || /^6[0-3]$/.test(code)) ?? line.description,
  };
}

function fromCodeWords(text: string, line: Information): Information {
  const words = new Map(
    [...text.matchAll(/\/([A-Z]{2,8})\/(.*?)(?=\/[A-Z]{2,8}\/|$)/g)].map(([, word, content]) => [
      word!,
      content!,
    ]),
  );
  const iban = words.get('IBAN') ?? words.get('ACCT') ?? words.get('CNTP') ?? '';
  return {
    counterpartyName: joined([words.get('NAME')]),
    counterpartyIban: parseIban(iban),
    description: joined([words.get('REMI')?.replace(/^USTD\/+/, '')]) ?? joined([text]) ?? line.description,
  };
}
