export { AssetsModule } from './assets.module';
export { undepreciatedAssets } from './use-cases/depreciation-run';
