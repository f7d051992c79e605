import { isUuid, newId } from '../../../src/shared/ids';
import { invariant } from '../../../src/shared/invariant';

test('ids are UUIDv7, distinct and in order', () => {
  const ids = Array.from({ length: 1000 }, newId);
  expect(new Set(ids).size).toBe(1000);
  expect([...ids].sort()).toEqual(ids);
  ids.forEach(id =>
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  );
});

test('isUuid', () => {
  expect(isUuid(newId())).toBe(true);
  expect(isUuid('00000000-0000-0000-0000-000000000000')).toBe(true);
  expect(isUuid('0196F1B2-0000-7000-8000-00000000000A')).toBe(true);
  ['', 'x', newId().replaceAll('-', ''), `${newId()}\n`, `{${newId()}}`].forEach(text =>
    expect(isUuid(text)).toBe(false),
  );
});

test('invariant stops on a broken promise only', () => {
  expect(() => invariant(true, 'never')).not.toThrow();
  expect(() => invariant(false, 'debit equals credit')).toThrow('Invariant broken: debit equals credit');
});
