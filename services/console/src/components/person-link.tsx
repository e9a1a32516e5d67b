import { Link } from 'react-router';

/** A person by name; opens the page of the person. */
export const PersonLink = ({ id, name }: { readonly id: number | null | undefined; readonly name: string }) => (
  <Link to={`/people/${id}`}>{name}</Link>
);
