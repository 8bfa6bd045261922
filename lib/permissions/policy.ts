import type { Capability, ConversationMode, Grant, Target } from '../messaging/permission';
import { isOnHost, normalOrigin, placeName } from '../shared/origin';
import { isOwnSource, type Interaction, type ToolEffect } from '../tools/tool';
import { covers, wasForThisTool } from './grant-coverage';
import { humanOnlyTexts, type HumanOnly } from './human-only';

export interface PermissionRequest {
  readonly toolId: string;
  /** Changes with the tool's schema or description; a grant holds only for the hash it was given. */
  readonly toolHash: string;
  readonly effect: ToolEffect;
  readonly capability: Capability;
  readonly interaction: Interaction;
  /** The site or server that it would act on or send to. */
  readonly target?: Target | undefined;
  /** Whether what the model wrote goes along; by the capability unless the tool says otherwise. */
  readonly carries?: boolean | undefined;
  /** The same for the same input, whatever the order of its keys. */
  readonly inputKey?: string | undefined;
  /** What only a person may do. */
  readonly humanOnly?: HumanOnly | undefined;
}

export interface PolicyContext {
  readonly conversationId: string;
  readonly mode?: ConversationMode | undefined;
  /** Where nobody looks on, nobody can be asked. */
  readonly kind?: 'chat' | 'temporary' | 'unattended' | undefined;
  /** Where the data came from that the conversation has ever held. */
  readonly dataOrigins?: readonly string[] | undefined;
  /** Host names. */
  readonly blockedSites?: readonly string[] | undefined;
  readonly now?: number | undefined;
  /** How many calls each grant has let through. */
  readonly grantUses?: ReadonlyMap<string, number> | undefined;
}

export interface Decision {
  readonly verdict: 'allow' | 'ask' | 'deny';
  /** One sentence for the person: why they were asked, or why not. */
  readonly reason: string;
  readonly grantId?: string;
  /** What the model is told of a refusal, beside the reason. */
  readonly toModel?: string;
  /** Denied to the tool, and handed to the person. */
  readonly handOver?: HumanOnly;
  /** Data of these would cross over, or may have led to this: shown, and never granted for always. */
  readonly foreign?: readonly string[];
}

export type Policy = (
  request: PermissionRequest,
  grants: readonly Grant[],
  context: PolicyContext,
) => Decision;

export interface Facts {
  readonly request: PermissionRequest;
  readonly context: PolicyContext;
  /** The grant that covers the request, if any does. */
  readonly grant: Grant | undefined;
  /** One that covers this very input, given for this chat with the data in view. */
  readonly exactGrant: Grant | undefined;
  /** One that was given for this tool as it was before. */
  readonly outdated: Grant | undefined;
  /** Origins whose data the call could carry to where it does not belong, or act upon. */
  readonly foreign: readonly string[];
}

interface Rule {
  readonly id: string;
  /** In words, for docs/permissions.md. */
  readonly when: string;
  readonly decide: (facts: Facts) => Decision | undefined;
}

const readingCapabilities: readonly Capability[] = [
  'none',
  'read-page',
  'read-browser',
  'remember',
];
const sendingCapabilities: readonly Capability[] = [
  'send-out',
  'navigate',
  'act-on-page',
  'run-code',
];

/** The gate, in order: the first rule that has something to say decides. */
export const rules: readonly Rule[] = [
  {
    id: 'answered by you',
    when: 'Nothing runs here: the person answers',
    decide: ({ request }) =>
      request.interaction === 'external'
        ? { verdict: 'allow', reason: 'Nothing runs; the answer is yours.' }
        : undefined,
  },
  {
    id: 'human only',
    when: 'A password, a one-time code, a card number, a CAPTCHA, or a confirmation of its own proposal',
    decide: ({ request: { humanOnly } }) =>
      humanOnly === undefined
        ? undefined
        : { verdict: 'deny', reason: humanOnlyTexts[humanOnly].reason, handOver: humanOnly },
  },
  {
    id: 'blocked site',
    when: 'The site, the page around it or the supplier of the tool is blocked',
    decide: ({ request, context }) =>
      placesOf(request).some((place) => isOnHost(place, context.blockedSites ?? []))
        ? {
            verdict: 'deny',
            reason: 'You blocked this site.',
            toModel: 'The user wants nothing to do with it here. Do not try it another way.',
          }
        : undefined,
  },
  {
    id: 'read only',
    when: 'The chat is set to read only, and the call does more than read',
    decide: ({ request, context }) =>
      context.mode === 'read-only' && !onlyReads(request)
        ? {
            verdict: 'deny',
            reason: 'This chat is set to read only.',
            toModel: 'Tell the user what you would do; they can change the mode of this chat.',
          }
        : undefined,
  },
  {
    id: 'data of others',
    when: 'The chat holds data of one origin, and the call could carry it to another or into memory, or change the browser because of it',
    decide: ({ request, foreign, exactGrant }) => {
      if (foreign.length === 0) return undefined;
      if (exactGrant) return allowedBy(exactGrant);
      const danger = carriesData(request) ? 'could go along' : 'could have led to this';
      return {
        verdict: 'ask',
        reason: `Asked because this chat holds data from ${listed(foreign)}, which ${danger}.`,
        foreign,
      };
    },
  },
  {
    id: 'only reads',
    when: 'One of our own tools reads, and declares no need to ask',
    decide: ({ request }) =>
      onlyReads(request) && request.interaction === 'none'
        ? { verdict: 'allow', reason: 'It only reads.' }
        : undefined,
  },
  {
    id: 'granted',
    when: 'A grant covers exactly this tool, site, frame and chat, and has not ended',
    decide: ({ grant }) => grant && allowedBy(grant),
  },
  {
    id: 'changed tool',
    when: 'The tool was granted, and has changed since',
    decide: ({ outdated }) =>
      outdated && {
        verdict: 'ask',
        reason: 'You allowed this tool before, but it has changed since.',
      },
  },
  {
    id: 'not granted',
    when: 'Anything else',
    decide: ({ request, context }) => ({ verdict: 'ask', reason: reasonToAsk(request, context) }),
  },
];

/** The gate. It sees what a tool is and what was granted, never what the model says about it. */
export const decide: Policy = (request, grants, context) => {
  const covering = grants.filter((grant) => covers(grant, request, context));
  const facts: Facts = {
    request,
    context,
    grant: bestOf(covering),
    exactGrant: bestOf(
      covering.filter(({ exactly, scope }) => exactly !== undefined && scope === 'chat'),
    ),
    outdated: grants.find((grant) => wasForThisTool(grant, request, context)),
    foreign: foreignOrigins(request, context),
  };
  for (const rule of rules) {
    const decision = rule.decide(facts);
    if (decision) return context.kind === 'unattended' ? withoutAsking(decision) : decision;
  }
  return { verdict: 'deny', reason: 'No rule allows this.' };
};

function withoutAsking(decision: Decision): Decision {
  if (decision.verdict !== 'ask' && decision.handOver === undefined) return decision;
  return {
    verdict: 'deny',
    reason: 'Nobody is there to be asked.',
    toModel: 'Leave it, and say what is left to do.',
  };
}

/** Never offered as always: what carries data of others or is led by it, as with tabs it always is, and code. */
export function mayBeAlways(request: PermissionRequest, decision: Decision): boolean {
  return (
    decision.verdict === 'ask' &&
    decision.foreign === undefined &&
    request.capability !== 'run-code' &&
    request.capability !== 'change-browser'
  );
}

/** A tool of a page, a server or the user: what it says of itself is not to be relied on. */
export function isForeignTool({ toolId }: Pick<PermissionRequest, 'toolId'>): boolean {
  return !isOwnSource(toolId.split(':', 1)[0] ?? '');
}

function onlyReads(request: PermissionRequest): boolean {
  return (
    request.effect === 'read' &&
    readingCapabilities.includes(request.capability) &&
    !isForeignTool(request)
  );
}

/** Whether what the model wrote leaves with the call, or outlives the chat in a memory. */
export function carriesData(request: PermissionRequest): boolean {
  if (request.capability === 'remember') return request.effect === 'write';
  return (
    request.carries ?? (isForeignTool(request) || sendingCapabilities.includes(request.capability))
  );
}

function foreignOrigins(request: PermissionRequest, context: PolicyContext): string[] {
  const changesBrowser = request.capability === 'change-browser' && request.effect === 'write';
  if (!carriesData(request) && !changesBrowser) return [];
  const own = request.target && normalOrigin(request.target.origin);
  const held = new Set((context.dataOrigins ?? []).map(normalOrigin));
  return [...held].filter((origin) => origin !== own).sort();
}

function listed(origins: readonly string[]): string {
  const names = origins.slice(0, 3).map(placeName);
  const more = origins.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function placesOf({ target, toolId }: PermissionRequest): string[] {
  const supplier = /^[^:]*:(.*):[^:]*$/.exec(toolId)?.[1] ?? '';
  return [target?.origin ?? '', target?.frameOf ?? '', supplier].filter((place) => place !== '');
}

function allowedBy(grant: Grant): Decision {
  const where = grant.scope === 'chat' ? 'for this chat' : 'always';
  const how = grant.fromPlan === true ? 'with the plan' : where;
  return { verdict: 'allow', reason: `You allowed it ${how}.`, grantId: grant.id };
}

/** The same whatever the order: one that is not used up by the call comes before one that is. */
function bestOf(grants: readonly Grant[]): Grant | undefined {
  const rank = (grant: Grant) => `${grant.times === undefined ? 0 : 1} ${grant.id}`;
  return grants.toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1))[0];
}

function reasonToAsk(request: PermissionRequest, { mode }: PolicyContext): string {
  if (request.capability === 'run-code') return 'Asked because it would run code.';
  if (isForeignTool(request)) return 'Asked because this tool is not one of Tandem’s own.';
  if (request.effect === 'read' && request.interaction === 'permission') {
    return 'Asked because this tool needs your permission.';
  }
  if (request.capability === 'send-out') return 'Asked because something would be sent.';
  if (mode === 'plan') return 'Asked because it is on no plan that you approved.';
  return 'Asked because it changes something outside this chat.';
}
