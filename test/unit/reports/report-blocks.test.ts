import { Field, membersOf } from '../../../src/platform/http';
import { reportBlocks, type ReportBlock } from '../../../src/reports/jobs/domain/report-blocks';
import { sheetXml, WORKBOOK_PARTS } from '../../../src/reports/jobs/domain/sheet-xml';

class Entry {
  @Field.text() accountCode!: string;
  @Field.decimal() debit!: string;
}
class Transaction {
  @Field.id() id!: string;
  @Field.date() date!: string;
  @Field.list(() => Entry) entries!: Entry[];
}
class Totals {
  @Field.decimal() debit!: string;
}
class Answer {
  @Field.date() fromDate!: string;
  @Field.list(() => Transaction) rows!: Transaction[];
  @Field.object(() => Totals) totals!: Totals;
  @Field.boolean() balanced!: boolean;
  @Field.list(() => Entry) none!: Entry[];
}

const text = (value: string): object => ({ kind: 'text', value });
const decimal = (value: string): object => ({ kind: 'decimal', value });

describe('the tables of a report', () => {
  const id = '01900000-0000-7000-8000-000000000001';
  const answer: Answer = {
    fromDate: '2026-01-01',
    rows: [
      {
        id,
        date: '2026-01-05',
        entries: [
          { accountCode: '271', debit: '0.07' },
          { accountCode: '0500', debit: '-12345678901234.56' },
        ],
      },
      { id, date: '2026-01-06', entries: [] },
    ],
    totals: { debit: '1234.50' },
    balanced: true,
    none: [],
  };
  let blocks: ReportBlock[];
  beforeAll(async () => {
    blocks = await reportBlocks(answer, Answer, membersOf);
  });

  it('are its lists, with the lists in their rows spread, and single figures around them', () => {
    const head = [
      { kind: 'id', value: id },
      { kind: 'date', value: '2026-01-05' },
    ];
    expect(blocks).toEqual([
      { title: null, columns: null, rows: [[text('From date'), { kind: 'date', value: '2026-01-01' }]] },
      {
        title: null,
        columns: [
          { title: 'Id', kind: 'id' },
          { title: 'Date', kind: 'date' },
          { title: 'Account code', kind: 'text' },
          { title: 'Debit', kind: 'decimal' },
        ],
        rows: [
          [...head, text('271'), decimal('0.07')],
          [...head, text('0500'), decimal('-12345678901234.56')],
          [{ kind: 'id', value: id }, { kind: 'date', value: '2026-01-06' }, null, null],
        ],
      },
      {
        title: null,
        columns: null,
        rows: [
          [text('Totals: debit'), decimal('1234.50')],
          [text('Balanced'), text('yes')],
        ],
      },
      {
        title: 'None',
        columns: [
          { title: 'Account code', kind: 'text' },
          { title: 'Debit', kind: 'decimal' },
        ],
        rows: [],
      },
    ]);
  });

  describe('in a spreadsheet', () => {
    let sheet: string;
    beforeAll(() => {
      sheet = [...sheetXml('Report & more', blocks)].join('');
    });

    it('keep the digits of amounts, and those that a spreadsheet would round as text', () => {
      expect(sheet).toContain('<v>0.07</v>');
      expect(sheet).toContain('<v>1234.50</v>');
      expect(sheet).not.toContain('<v>-12345678901234.56</v>');
      expect(sheet).toContain('>-12345678901234.56</t>');
    });

    it('show an amount with its decimals and groups of three, and a day as ISO 8601 does', () => {
      const styles = WORKBOOK_PARTS['xl/styles.xml']!;
      const formats = new Map(
        [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]+)"/g)].map(found => [found[1], found[2]]),
      );
      const ofCells = [...styles.split('<cellXfs')[1]!.matchAll(/<xf numFmtId="(\d+)"/g)].map(
        found => found[1],
      );
      const formatOf = (value: string): string | undefined =>
        formats.get(ofCells[Number(new RegExp(`s="(\\d+)"><v>${value}</v>`).exec(sheet)![1])]);
      expect(formatOf('1234.50')).toBe('#,##0.00');
      expect(formatOf('46027')).toBe('yyyy\\-mm\\-dd');
    });

    it('count days from 1900: 46027 is 5 January 2026', () => {
      expect(sheet).toContain('s="2"><v>46027</v>');
    });

    it('hold texts that nothing takes for a formula, a number or a character code', async () => {
      class Texts {
        @Field.text() name!: string;
      }
      class Listed {
        @Field.list(() => Texts) rows!: Texts[];
      }
      const names = ['=1+1', '+1', '-1', '@SUM(A1)', '0012', '_x0041_', '<b>&\u0002'];
      const listed = await reportBlocks({ rows: names.map(name => ({ name })) }, Listed, membersOf);
      const xml = [...sheetXml('T', listed)].join('');
      const cells = [...xml.matchAll(/t="inlineStr"><is><t xml:space="preserve">([^<]*)</g)].map(
        found => found[1],
      );
      expect(cells).toEqual([
        'T',
        'Name',
        '=1+1',
        '+1',
        '-1',
        '@SUM(A1)',
        '0012',
        '_x005F_x0041_',
        '&lt;b&gt;&amp;',
      ]);
      expect(xml).not.toContain('<f>');
      expect(xml).not.toContain('<v>');
    });
  });
});
