export { CatalogModule } from './catalog.module';
export { itemsById, type CatalogItem } from './data/items.repository';
