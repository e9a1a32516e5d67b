import { useNavigate, useSearchParams } from 'react-router';

const HERE = '/console';

/** An address of this server only: `//elsewhere`, `/\elsewhere` and whole URLs are not followed. */
const isOurs = (next: string): boolean =>
  /^\/(?![/\\])/.test(next) && new URL(next, window.location.origin).origin === window.location.origin;

/** Opens the page that the user requested before signing in: a page of the console, or the consent page of OAuth. */
export const useGoOn = (): (() => void) => {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return () => {
    const next = search.get('next') ?? '';
    if (!isOurs(next)) void navigate('/people', { replace: true });
    else if (next === HERE || next.startsWith(`${HERE}/`))
      void navigate(next.slice(HERE.length) || '/people', { replace: true });
    else window.location.assign(next);
  };
};
