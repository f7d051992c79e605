export { FilesModule } from './files.module';
export { FileSubjects } from './file-subjects';
export { findFile, readWholeFile, storeFile, type NewFile, type StoredFile } from './data/stored-files';
