import { render } from 'preact';
import { start } from '../shared/start.tsx';
import { Desk } from './desk.tsx';
import { Page } from './page/page.tsx';
import '../shared/theme.css';
import './desk.css';

// In no frame it is the page that `http` serves, whose headers let it be in none.
if (parent === window) render(<Page />, document.querySelector('#view') ?? document.body);
else await start('desk', Desk);
