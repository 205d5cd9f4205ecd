import { BaseEdge, type EdgeProps, getSmoothStepPath, getStraightPath } from '@xyflow/react';

/** Below a step its ways part at one height, whatever stands behind them. */
const partsBelow = 12;

/** A line to what follows. */
export function WayEdge({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition }: EdgeProps) {
  const ends = { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition };
  const isStraight = Math.abs(sourceX - targetX) < 2;
  const [path] = isStraight
    ? getStraightPath({ ...ends, targetX: sourceX })
    : getSmoothStepPath({ ...ends, borderRadius: 8, offset: partsBelow, centerY: sourceY + partsBelow });
  return <BaseEdge path={path} />;
}

/** A dashed line to the step that a jump continues with. */
export function JumpEdge({ markerEnd, ...ends }: EdgeProps) {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = ends;
  const [path] = getSmoothStepPath({
    ...{ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition },
    ...{ borderRadius: 8, offset: 16 },
  });
  return <BaseEdge path={path} {...(markerEnd === undefined ? {} : { markerEnd })} />;
}
