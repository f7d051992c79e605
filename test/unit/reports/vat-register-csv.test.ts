import { csvHeading, csvRow, REGISTER_COLUMNS } from '../../../src/reports/domain/vat-register-csv';

describe("the VAT register's CSV", () => {
  const cells = (row: Record<string, string | boolean | null>): string => csvRow(row).replace(/,+/g, '|');

  it('has a heading, quotes what needs it and leaves empty what is', () => {
    expect(csvHeading().split(',')).toHaveLength(REGISTER_COLUMNS.length);
    expect(csvHeading()).toMatch(/^side,countedOn,.*,documentId\r\n$/);
    expect(cells({ side: 'sales', partnerName: 'A, "B"\nC', isVoid: false, net: '-1.00' })).toBe(
      'sales|false|"A| ""B""\nC"|-1.00|\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('%j in a text is no formula', name => {
    expect(cells({ partnerName: name })).toContain(`'${name}`);
  });

  it('numbers keep their sign', () => {
    expect(cells({ baseVat: '-21.00' })).toBe('|-21.00|\r\n');
  });
});
