export { ACTIVE, type DealDocument } from './deal-document';
export { deals } from './feature';
