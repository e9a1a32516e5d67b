export { campaigns, type Campaigns } from './feature';
