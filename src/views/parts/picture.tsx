import { useEffect, useState } from 'preact/hooks';
import { onRepaint, painted } from '../theme.ts';

/** A chart in the page's colours. As an image, so that nothing in it can act; where it is wider than the page it can be moved sideways. */
export function Picture({ svg, alt }: { readonly svg: string; readonly alt: string }) {
  const [source, setSource] = useState('');
  useEffect(() => {
    const paint = (): void => setSource(`data:image/svg+xml,${encodeURIComponent(painted(svg))}`);
    paint();
    return onRepaint(paint);
  }, [svg]);
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Picture">
      {source !== '' && <img class="picture" src={source} alt={alt} />}
    </div>
  );
}
