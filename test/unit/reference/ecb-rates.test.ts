import type { CalendarDate } from '../../../src/shared/calendar-date';
import { latestRates, readEcbRates, UnreadableRates } from '../../../src/reference/domain/ecb-rates';
import { ecbFile } from '../../support/outside-server';

/** In pieces that end anywhere, as a network gives them. */
async function* inPieces(text: string, length = 7): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += length)
    yield await Promise.resolve(text.slice(start, start + length));
}

const read = async (text: string, until?: string): Promise<[string, Record<string, string>] | undefined> => {
  const found = latestRates(await readEcbRates(inPieces(text)), until as CalendarDate | undefined);
  return found && [found.date, Object.fromEntries(found.rates)];
};

describe('a file of reference rates', () => {
  const FILE = ecbFile({
    '2026-11-13': { USD: '1.0651', JPY: '163.52' },
    '2026-11-12': { USD: '1.0629', JPY: '164.05' },
    '2026-11-10': { USD: '1.0700' },
  });

  it.each([
    ['the latest day', undefined, ['2026-11-13', { USD: '1.0651', JPY: '163.52' }]],
    ['a day of it', '2026-11-12', ['2026-11-12', { USD: '1.0629', JPY: '164.05' }]],
    ['the last one before a Sunday', '2026-11-15', ['2026-11-13', { USD: '1.0651', JPY: '163.52' }]],
    ['the last one before a holiday', '2026-11-11', ['2026-11-10', { USD: '1.0700' }]],
    ['none', '2026-11-09', undefined],
  ])('gives %s', async (_, until, expected) => {
    expect(await read(FILE, until)).toEqual(expected);
  });

  it('is read in any order of days', async () => {
    const file = ecbFile({ '2026-11-10': { USD: '1.07' }, '2026-11-13': { USD: '1.06' } });
    expect(await read(file)).toEqual(['2026-11-13', { USD: '1.06' }]);
    expect(await read(file, '2026-11-12')).toEqual(['2026-11-10', { USD: '1.07' }]);
  });

  const day = (rates: Record<string, string>): string => ecbFile({ '2026-11-13': rates });
  it.each([
    ['is cut off', FILE.slice(0, -30), 'well-formed'],
    ['is empty', '', 'well-formed'],
    ['is a page of HTML', '<html><body>Maintenance</body></html>', 'root is html'],
    ['is another envelope', '<Envelope><Cube><Cube time="2026-11-13"/></Cube></Envelope>', 'no rates'],
    [
      'declares entities',
      `<!DOCTYPE x [<!ENTITY a "1">]>${day({ USD: '1' }).split('\n').slice(1).join('\n')}`,
      'document type',
    ],
    ['has a day that is none', ecbFile({ '2026-02-30': { USD: '1.1' } }), 'no day'],
    ['has a day without rates', ecbFile({ '2026-11-13': {} }), 'no rates'],
    ['has a rate of zero', day({ USD: '0.0000' }), 'USD on 2026-11-13'],
    ['has a negative rate', day({ USD: '-1.1' }), 'USD on 2026-11-13'],
    ['has a rate in exponents', day({ USD: '1e3' }), 'USD on 2026-11-13'],
    ['has no number', day({ USD: 'N/A' }), 'USD on 2026-11-13'],
    ['has a comma', day({ USD: '1,1' }), 'USD on 2026-11-13'],
    ['has more decimals than fit', day({ USD: '1.123456789' }), 'USD on 2026-11-13'],
    ['names no currency', day({ usd: '1.1' }), 'no currency'],
    [
      'has a day twice',
      ecbFile({ '2026-11-13': { USD: '1' } }).replace(/(<Cube time.*<\/Cube>)(<\/Cube>)/, '$1$1$2'),
      'twice',
    ],
    ['has a currency twice', day({ USD: '1.1' }).replace(/(<Cube currency[^>]*>)/, '$1$1'), 'twice'],
    [
      'has a broken part of other days',
      ecbFile({ '2026-11-13': { USD: '1.1' }, '2026-11-12': { USD: 'x' } }),
      'USD on 2026-11-12',
    ],
  ])('is refused when it %s', async (_, text, why) => {
    await expect(read(text)).rejects.toThrow(UnreadableRates);
    await expect(read(text)).rejects.toThrow(why);
  });
});
