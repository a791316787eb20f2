import { z } from 'zod';
import { pathsIn } from './variables.ts';

// What a bot does, as data: nodes that lead to each other. The specification names two things that a flow can hold
// (section 6: custom scripts, and conditions on variables) and one that leads into it (4.5: the webhook); the rest is
// what a conversation cannot do without.

const NodeId = z.string().min(1);

const Node = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('message'), text: z.string(), next: NodeId }),
  z.strictObject({
    type: z.literal('question'),
    text: z.string(),
    /** The variable that keeps the answer. */
    variable: z.string().min(1),
    /** The only answers there are; without them, any text is one. */
    choices: z.array(z.string().min(1)).min(1).readonly().optional(),
    next: NodeId,
  }),
  z.strictObject({
    type: z.literal('condition'),
    /** A variable, or a path into what it holds: `customer.plan`. */
    variable: z.string().min(1),
    equals: z.union([z.string(), z.number(), z.boolean()]),
    then: NodeId,
    otherwise: NodeId,
  }),
  z.strictObject({
    type: z.literal('run_script'),
    /** The source text of an async function `async ({ session_id, chatbot_id }) => …` (specification, section 6). */
    script: z.string().min(1),
    next: NodeId,
    /** The node to go on at when the script failed. */
    on_error: NodeId,
  }),
  z.strictObject({
    type: z.literal('wait_for_webhook'),
    /** The endpoint that is expected, for people who read the flow: data for any endpoint is taken. */
    endpoint: z.string().optional(),
    /** The text that the visitor reads meanwhile. */
    text: z.string().optional(),
    /** A way on for a visitor who will not wait, and what they say then. Data may still come afterwards. */
    otherwise: z
      .strictObject({ text: z.string().min(1), next: NodeId })
      .readonly()
      .optional(),
  }),
  z.strictObject({ type: z.literal('end'), text: z.string().optional() }),
]);
type Node = Readonly<z.infer<typeof Node>>;

/** A bot's flow. Its texts may hold `{{variable}}` and `{{variable.field}}`. Every node that is named has to exist. */
export const Flow = z
  .strictObject({ start: NodeId, nodes: z.record(NodeId, Node) })
  .superRefine(({ start, nodes }, context) => {
    const links = Object.entries(nodes).flatMap(([id, node]) => linksOf(node).map((to) => [id, to] as const));
    for (const [from, to] of [['start', start] as const, ...links]) {
      if (!Object.hasOwn(nodes, to)) {
        context.addIssue({ code: 'custom', message: `${from} leads to ${to}, which does not exist` });
      }
    }
  });
export interface Flow {
  readonly start: string;
  readonly nodes: Readonly<Record<string, Node>>;
}

function linksOf(node: Node): readonly string[] {
  switch (node.type) {
    case 'message':
    case 'question':
      return [node.next];
    case 'condition':
      return [node.then, node.otherwise];
    case 'run_script':
      return [node.next, node.on_error];
    case 'wait_for_webhook':
      return node.otherwise ? [node.otherwise.next] : [];
    case 'end':
      return [];
  }
}

/** The node of an id, if the flow has it. */
export function nodeOf(flow: Flow, id: string): Node | undefined {
  return Object.hasOwn(flow.nodes, id) ? flow.nodes[id] : undefined;
}

/** The choices that a node offers a visitor: without any, a question takes any text, and no other node takes one. */
export function choicesOf(node: Node): readonly string[] {
  switch (node.type) {
    case 'question':
      return node.choices ?? [];
    case 'wait_for_webhook':
      return node.otherwise ? [node.otherwise.text] : [];
    default:
      return [];
  }
}

/** The fields of a variable that a flow shows or looks at. */
export function fieldsOf({ nodes }: Flow, variable: string): string[] {
  const paths = Object.values(nodes).flatMap((node) => [
    ...('text' in node && node.text !== undefined ? pathsIn(node.text) : []),
    ...(node.type === 'condition' ? [node.variable] : []),
  ]);
  const start = `${variable}.`;
  return [...new Set(paths.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length)))];
}
