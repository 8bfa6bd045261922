import type { Artifact } from '../../lib/messaging/content';
import { imageSource } from './image-source';
import './artifacts.css';

/** What tools made for the person, below the answer once it is complete. */
export function Artifacts({ artifacts }: { artifacts: readonly Artifact[] }) {
  return artifacts.map((artifact, index) => (
    <figure key={index} className="artifact">
      <figcaption className="plain-text">{artifact.title}</figcaption>
      <ArtifactContent artifact={artifact} />
    </figure>
  ));
}

function ArtifactContent({ artifact }: { artifact: Artifact }) {
  const source = imageSource(artifact);
  if (source !== undefined) return <img src={source} alt={artifact.title} />;
  if (/^(text\/|application\/json$|image\/svg)/.test(artifact.mediaType)) {
    return <pre className="plain-text">{artifact.data}</pre>;
  }
  return <p className="artifact-note">This kind of file cannot be shown here.</p>;
}
