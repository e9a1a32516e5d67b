export { journey } from './feature';
