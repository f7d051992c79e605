export { AssetsModule } from './assets.module';
export { undepreciatedAssets } from './steps/depreciation-run';
