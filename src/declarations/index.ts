export { DeclarationsModule } from './declarations.module';
