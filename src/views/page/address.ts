import { useEffect, useState } from 'preact/hooks';
import type { Place } from '../desk/place.ts';

/** The place that the page's address names, and how to go to another: Back comes back, and an address can be shared. It never has the token. */
export function useAddress(): readonly [place: Place, go: (place: Place) => void] {
  const [place, setPlace] = useState(read);
  useEffect(() => {
    const came = (): void => setPlace(read());
    addEventListener('popstate', came);
    return () => removeEventListener('popstate', came);
  }, []);
  const go = (to: Place): void => {
    const search = new URLSearchParams(to).toString();
    history.pushState(null, '', search === '' ? location.pathname : `?${search}`);
    setPlace(to);
  };
  return [place, go];
}

const read = (): Place => Object.fromEntries(new URLSearchParams(location.search));
