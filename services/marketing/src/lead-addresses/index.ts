export { leadAddresses, type LeadAddresses } from './feature';
