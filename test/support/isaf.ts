/** Elements without children, in the order of a file that is known to be valid. */
export function leaves(xml: string): { name: string; text: string }[] {
  const elements = xml.matchAll(/<(\w+)(?:(?: xsi:nil="true")?\/>|>([^<]*)<\/)/g);
  return [...elements].map(([, name = '', text = '']) => ({ name, text }));
}

export function texts(xml: string, element: string): string[] {
  return leaves(xml)
    .filter(({ name }) => name === element)
    .map(({ text }) => text);
}

/** Number of each document, then code, rate, net and VAT of each of its totals. */
export function documentsIn(xml: string): string[] {
  const documents: string[] = [];
  let net = '';
  for (const { name, text } of leaves(xml)) {
    const last = documents.length - 1;
    if (name === 'InvoiceNo') documents.push(text);
    if (name === 'TaxableValue') net = text;
    if (name === 'TaxCode') documents[last] += ` | ${text}`;
    if (name === 'TaxPercentage') documents[last] += ` ${text} ${net}`;
    if (name === 'Amount') documents[last] += ` ${text}`;
  }
  return documents;
}
