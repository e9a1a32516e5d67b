export { peopleRelationships, type PeopleRelationships } from './feature';
