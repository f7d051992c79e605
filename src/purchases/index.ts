export { PurchasesModule } from './purchases.module';
