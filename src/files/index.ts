export { FilesModule } from './files.module';
export { findFile, readFile, storeFile, type NewFile, type StoredFile } from './data/stored-files';
