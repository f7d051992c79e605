import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { IdRequest, IdResponse, InTx, Read, Write } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { CreateAsset } from '../use-cases/create-asset';
import { CreateGroup } from '../use-cases/create-group';
import { DeleteAsset } from '../use-cases/delete-asset';
import { DisposeAsset } from '../use-cases/dispose-asset';
import { ModernizeAsset } from '../use-cases/modernize-asset';
import { ReadAssets } from '../use-cases/read-assets';
import { ReverseDisposal } from '../use-cases/reverse-disposal';
import {
  CreateAssetRequest,
  CreateGroupRequest,
  DisposeAssetRequest,
  ModernizeAssetRequest,
  ReverseDisposalRequest,
} from './assets.request';
import { assetResponse, AssetResponse, GroupResponse } from './assets.response';

@Controller()
export class AssetsController {
  constructor(
    private readonly createGroup: CreateGroup,
    private readonly createAsset: CreateAsset,
    private readonly modernizeAsset: ModernizeAsset,
    private readonly disposeAsset: DisposeAsset,
    private readonly reverseDisposal: ReverseDisposal,
    private readonly deleteAsset: DeleteAsset,
    private readonly readAssets: ReadAssets,
  ) {}

  @Write('assets/groups/create', {
    summary: 'Make a group of fixed assets',
    request: CreateGroupRequest,
    response: GroupResponse,
    status: 201,
  })
  newGroup(@Body() request: CreateGroupRequest, @InTx() tx: Tx): Promise<GroupResponse> {
    return this.createGroup.execute(tx, request);
  }

  @Read('assets/groups/list', {
    summary: 'Groups of fixed assets',
    request: ListRequest,
    response: listResponse(GroupResponse),
  })
  groups(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<GroupResponse>> {
    return this.readAssets.listGroups(tx, request);
  }

  @Write('assets/assets/create', {
    summary: 'Make a fixed asset; posts nothing',
    request: CreateAssetRequest,
    response: AssetResponse,
    status: 201,
  })
  async create(@Body() request: CreateAssetRequest, @InTx() tx: Tx): Promise<AssetResponse> {
    return assetResponse(await this.createAsset.execute(tx, request));
  }

  @Read('assets/assets/get', { summary: 'One fixed asset', request: IdRequest, response: AssetResponse })
  async get(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<AssetResponse> {
    return assetResponse(await this.readAssets.get(tx, id));
  }

  @Read('assets/assets/list', {
    summary: 'Fixed assets',
    request: ListRequest,
    response: listResponse(AssetResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<AssetResponse>> {
    return this.readAssets.list(tx, request, assetResponse);
  }

  @Write('assets/assets/modernize', {
    summary: 'Add value to an asset or change its life, forward only; posts nothing',
    request: ModernizeAssetRequest,
    response: AssetResponse,
  })
  async modernize(@Body() request: ModernizeAssetRequest, @InTx() tx: Tx): Promise<AssetResponse> {
    return assetResponse(await this.modernizeAsset.execute(tx, request));
  }

  @Write('assets/assets/dispose', {
    summary: 'Depreciate an asset through the month, write it off and post the gain or loss',
    request: DisposeAssetRequest,
    response: AssetResponse,
  })
  async dispose(@Body() request: DisposeAssetRequest, @InTx() tx: Tx): Promise<AssetResponse> {
    return assetResponse(await this.disposeAsset.execute(tx, request));
  }

  @Write('assets/assets/reverse-disposal', {
    summary:
      'Take a wrong disposal back: counter-post it on its day, or on the first open one; the asset is in use again',
    request: ReverseDisposalRequest,
    response: AssetResponse,
    addition: true,
  })
  async undispose(@Body() request: ReverseDisposalRequest, @InTx() tx: Tx): Promise<AssetResponse> {
    return assetResponse(await this.reverseDisposal.execute(tx, request));
  }

  @Write('assets/assets/delete', {
    summary: 'Delete an asset of which nothing was posted; its code is free again',
    request: IdRequest,
    response: IdResponse,
    addition: true,
  })
  delete(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<IdResponse> {
    return this.deleteAsset.execute(tx, id);
  }
}
