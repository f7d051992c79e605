import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import {
  countries,
  currencyList,
  unitList,
  type Country,
  type CurrencyRow,
  type Unit,
} from '../data/reference-lists';

/** Reads what all companies share: countries, currencies and units of measure. */
@Injectable()
export class ListReferenceData {
  constructor(private readonly lists: ListQuery) {}

  countries(tx: Tx): Promise<Country[]> {
    return countries(tx);
  }

  currencies(tx: Tx, request: ListRequest): Promise<ListPage<CurrencyRow>> {
    return this.lists.run(tx, currencyList, request, ({ code, name, minorUnits }: CurrencyRow) => ({
      code,
      name,
      minorUnits,
    }));
  }

  units(tx: Tx, request: ListRequest): Promise<ListPage<Unit>> {
    return this.lists.run(tx, unitList, request, ({ code, nameLt, nameEn }: Unit) => ({
      code,
      nameLt,
      nameEn,
    }));
  }
}
