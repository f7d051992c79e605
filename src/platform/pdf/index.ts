export { INK, Paper, type PaperColumn, type TextStyle } from './paper';
