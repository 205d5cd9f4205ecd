import type { Flow } from '@parley/contract/types';
import type { Box, Boxes } from './canvas-layout.ts';
import { canMoveTo, type Place, placesOf, targetAt } from './flow-edit.ts';
import { endId } from './flow-graph.ts';

/** A place where a dragged step can be dropped, and the node that stands there. */
export type DropPlace = { place: Place; node: string };

/** How far from a card a place can be. */
const reach = 96;
/** The button that inserts a step stands above the card. */
const aboveCard = 20;

export function dropPlacesOf(flow: Flow, id: string): DropPlace[] {
  return placesOf(flow)
    .filter((place) => canMoveTo(flow, id, place, true))
    .map((place) => ({ place, node: targetAt(flow, place) ?? endId(place) }));
}

/** The place that a dragged card is nearest to; null when none is in reach. */
export function nearestPlace(places: readonly DropPlace[], boxes: Boxes, card: Box): DropPlace | null {
  let nearest: DropPlace | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const one of places) {
    const box = boxes.get(one.node);
    if (box === undefined) continue;
    const isFree = one.node === endId(one.place);
    const x = box.x + box.width / 2;
    const y = isFree ? box.y + box.height / 2 : box.y - aboveCard;
    const outside = Math.hypot(
      Math.max(card.x - x, 0, x - card.x - card.width),
      Math.max(card.y - y, 0, y - card.y - card.height),
    );
    // Of several below the card, the one nearest to its middle.
    const distance = outside + Math.hypot(card.x + card.width / 2 - x, card.y + card.height / 2 - y) / 100;
    if (outside > reach || distance >= least) continue;
    nearest = one;
    least = distance;
  }
  return nearest;
}
