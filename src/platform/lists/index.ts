export { ListQuery, type ListDefinition, type ListField, type ListFieldType } from './data/list-query';
export { ListCursors } from './list-cursors';
export { ListRequest } from './list.request';
export { listResponse, type ListPage } from './list.response';
