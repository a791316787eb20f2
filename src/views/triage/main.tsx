import { start } from '../shared/start.tsx';
import { Board } from './board.tsx';
import './triage.css';

await start('triage', Board);
