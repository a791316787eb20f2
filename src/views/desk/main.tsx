import { useEffect, useState } from 'preact/hooks';
import type { Answered, Host } from '../shared/host.ts';
import { start } from '../shared/start.tsx';
import { Failed, Loading } from '../shared/states.tsx';

function View({ host }: { readonly host: Host }) {
  const [answered, setAnswered] = useState<Answered>();
  useEffect(() => host.onShown((_, answer) => setAnswered(answer)), [host]);
  if (answered === undefined) return <Loading />;
  return answered.isError ? <Failed words={answered.text} /> : <p>{answered.text}</p>;
}

await start('desk', View);
