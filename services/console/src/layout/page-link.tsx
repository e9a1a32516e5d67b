import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../session/session';
import { mayOpen } from './page-roles';

interface Props {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link in a text that several roles read: only its words for a role that may not open the page. */
export const PageLink = ({ to, children }: Props) =>
  mayOpen(useSession().user.role, to) ? <Link to={to}>{children}</Link> : children;
