/** Cards as the socket writes them (`QS TD 2C AH`): their order in the hand and their pictures. */

import { drawing } from "./elements.js";

const RANKS = "23456789TJQKA";
const SUITS_IN_HAND = "HDSC";

/** @param {string} card @returns {string} its suit: H, D, S or C */
export const suitOf = (card) => card[1];

/** @param {string} card @returns {string} its rank: 2 … 9, T, J, Q, K or A */
export const rankOf = (card) => card[0];

/**
 * Hearts, diamonds, spades, clubs; each from high to low.
 * @param {string[]} cards
 * @returns {string[]}
 */
export function sortedHand(cards) {
  const place = (card) =>
    SUITS_IN_HAND.indexOf(suitOf(card)) * RANKS.length - RANKS.indexOf(rankOf(card));
  return [...cards].sort((one, other) => place(one) - place(other));
}

/** @param {string} key @returns {string|null} the rank a typed key begins, `1` standing for 10 */
export function rankFromKey(key) {
  const typed = key === "1" ? "T" : key.toUpperCase();
  return typed.length === 1 && RANKS.includes(typed) ? typed : null;
}

/** @param {string} key @returns {string|null} the suit a typed key names */
export function suitFromKey(key) {
  const typed = key.toUpperCase();
  return typed.length === 1 && SUITS_IN_HAND.includes(typed) ? typed : null;
}

/**
 * The picture of a card, or of a card's back.
 * @param {string} card or "back"
 * @returns {SVGElement}
 */
export function pictureOf(card) {
  const picture = drawing(`${deckAddress()}#${card}`, "card-face");
  picture.dataset.suit = card === "back" ? "" : suitOf(card);
  return picture;
}

// The address carries the hash of the deployed file, so the page has to say it.
const deckAddress = () => document.getElementById("table").dataset.deck;
