import { isPlaceholder, looksMadeUp } from '../reading/looks.ts';
import {
  ahead,
  behind,
  EDGE,
  either,
  has,
  like,
  matched,
  maybe,
  not,
  OF_LINE,
  past,
  type Row,
  sign,
  SPACE,
  upTo,
  value,
  word,
  WORD,
} from '../reading/pattern.ts';
import { bareAt, type Value } from '../reading/values.ts';
import type { Window } from '../reading/window.ts';
import { type Finding, type Rule, secretRule } from './rule.ts';

// Secrets in commands, statements, markup and calls, as people paste them.

/** Programs whose short option is followed by a password. */
const PROGRAMS =
  /^(?:mysql\w*|mariadb|sshpass|docker|podman|helm|redis|plink|pscp|psftp|putty|7z|zip|unzip|mosquitto|ldap\w*|smbclient|rpcclient|xfreerdp|sqlcmd|isql|mongo\w*|cqlsh|htpasswd|openssl|kinit|doctl|snmpget|snmpwalk|ipmitool|winrs|psexec|vncviewer)$/i;
const OF_PROGRAM = behind(past(40, OF_LINE, like(PROGRAMS)));
const OPTION = [behind(either([SPACE], [EDGE])), sign('-')];
const GLUE = maybe(either([SPACE], [sign('=')]));

function isArgument({ text }: Value): boolean {
  return text.length >= 3 && !isPlaceholder(text) && !/^-|^[\d.:]+$/.test(text);
}

function isUserAndPassword(argument: Value): boolean {
  return isArgument(argument) && /^[^\s:@/]+:(?!\/\/|\d+$)\S+$/.test(argument.text);
}

const OPTIONS: readonly Row[] = [
  [...OPTION, sign('-'), upTo(5, WORD, sign('-_')), has('password', 'short', 'key'), GLUE, value(isArgument)],
  [...OPTION, maybe(sign('-')), word('u', 'user', 'auth'), GLUE, value(isUserAndPassword)],
  [...OPTION, word('p', 'pw', 'a', 'w', 'pass', 'auth'), GLUE, value(isArgument), OF_PROGRAM],
];

/** `-pSecret`: the option and its value in one. */
function attachedAt(window: Window): Finding[] {
  if (matched(window, [...OPTION, like(/^p./i), OF_PROGRAM]) === undefined) return [];
  const argument = bareAt(window, 1);
  if (argument === undefined || argument.text.length < 4) return [];
  return [{ kind: 'secret', from: 1, to: argument.to, value: argument.text.slice(1), lead: 1 }];
}

const ARGUMENT = either([not(sign(')')), OF_LINE]);
const CALL = /auth|login|connect|construct|open|args|bind|credential|client|basic/i;

export const COMMANDS: readonly Rule[] = [
  secretRule('option', ['-'], OPTIONS),
  { name: 'option with its value', at: ['-'], find: attachedAt },
  // `connect('shop', '…')`: the last of the arguments of a call that connects or logs in.
  secretRule(
    'argument',
    [','],
    [
      [
        sign(','),
        maybe(SPACE),
        ahead(sign('"\'')),
        value(({ text }) => text.length >= 6 && looksMadeUp(text) && !isPlaceholder(text) && !/[ ()]/.test(text)),
        maybe(sign('"\'')),
        sign(')'),
        behind(sign(')'), past(80, ARGUMENT, sign('(')), past(5, OF_LINE, like(CALL))),
      ],
    ],
  ),
  secretRule(
    'element',
    ['password', 'key'],
    [[has('password', 'key'), sign('>'), value(({ text }) => text.length >= 3 && !isPlaceholder(text)), sign('<')]],
  ),
];
