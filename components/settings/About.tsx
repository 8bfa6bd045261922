import { Subsection } from './Section';
import './about.css';

interface AboutProps {
  version: string;
  extensionId: string;
}

export function About({ version, extensionId }: AboutProps) {
  return (
    <>
      <dl className="about-facts">
        <dt>Version</dt>
        <dd>{version}</dd>
        <dt>Licence</dt>
        <dd>Apache 2.0: free to use, to read and to change</dd>
        <dt>Extension id</dt>
        <dd>
          <code>{extensionId}</code>
        </dd>
      </dl>
      <Subsection title="What leaves this computer">
        <ul className="about-list">
          <li>
            With a model connected: what you write, what Tandem remembers of you and what tools
            found out go to the address above with each message, and nowhere else.
          </li>
          <li>With the built-in assistant, what you write stays here.</li>
          <li>
            Tools that open or send something show it to you first, unless you allowed it in
            advance.
          </li>
          <li>There are no statistics, no account and no server of ours.</li>
        </ul>
      </Subsection>
      <Subsection title="The built-in assistant">
        <p className="settings-hint">
          It answers whenever no model is connected. It follows rules and is no AI: it knows a
          handful of requests, such as the time, sums, your tabs and what you asked it to remember,
          and uses the same tools with the same questions to you. Ask it “What can you do?” For
          everything else, connect a model.
        </p>
      </Subsection>
      <Subsection title="More to read">
        <p className="settings-hint">
          In the source: <code>README.md</code> for a start, <code>docs/tools.md</code> for every
          tool, <code>docs/architecture.md</code> for how it works, <code>docs/testing.md</code> for
          testers.
        </p>
      </Subsection>
    </>
  );
}
