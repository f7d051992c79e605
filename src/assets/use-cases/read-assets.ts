import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ListQuery, type ListPage, type ListRequest } from '../../platform/lists';
import { assetGroupList } from '../data/asset-groups';
import { assetAsItStands, assetList, toAsset, type AssetRow } from '../data/assets';
import type { Asset } from '../domain/asset';
import type { AssetGroup } from '../domain/asset-group';

/** Reads assets and their groups. */
@Injectable()
export class ReadAssets {
  constructor(private readonly lists: ListQuery) {}

  /** @throws DomainError `not_found` */
  get(tx: Tx, id: string): Promise<Asset> {
    return assetAsItStands(tx, id);
  }

  list<Result>(tx: Tx, request: ListRequest, toResult: (asset: Asset) => Result): Promise<ListPage<Result>> {
    return this.lists.run(tx, assetList, request, (row: AssetRow) =>
      toResult(toAsset(row, tx.company.baseCurrency)),
    );
  }

  listGroups(tx: Tx, request: ListRequest): Promise<ListPage<AssetGroup>> {
    return this.lists.run(tx, assetGroupList, request, (group: AssetGroup) => group);
  }
}
