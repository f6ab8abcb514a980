import { stageLimits } from "../contract.ts";
import type { RoomEvent, RoomState } from "./protocol.ts";

/**
 * The one reducer of a room: the object applies it before it stores, every browser applies it on arrival.
 * Returns the same object when nothing changed.
 */
export function applyRoomEvent(state: RoomState, event: RoomEvent): RoomState {
  switch (event.event) {
    case "snapshot":
      return event.data;
    case "room listeners":
      return { ...state, currentListeners: event.data.currentListeners };
    case "room set":
      return {
        ...state,
        ...event.data,
        currentTrack: null,
        currentTrackHistory: null,
        currentTitle: null,
        currentArtist: null,
        currentTrackAt: null,
      };
    case "update set":
      return {
        ...state,
        ...event.data,
        // Titles have their own event: an update must not bring back an older one.
        currentTrack: state.currentTrack,
        currentTrackHistory: state.currentTrackHistory,
        currentTitle: state.currentTitle,
        currentArtist: state.currentArtist,
      };
    case "new track":
      if (event.data.trackHistory === state.currentTrackHistory) return state;
      return {
        ...state,
        currentTrack: event.data.track,
        currentTrackHistory: event.data.trackHistory,
        currentTitle: event.data.title,
        currentArtist: event.data.artist,
        currentTrackAt: event.data.mediaAt,
      };
    case "favorited":
      return { ...state, favoriteCount: event.data.favoriteCount };
    case "cheered":
      return { ...state, cheerCount: event.data.cheerCount };
    case "room message":
    case "profile message":
      if (state.messages.some((message) => message._id === event.data._id)) return state;
      return { ...state, messages: [event.data, ...state.messages].slice(0, stageLimits.messages) };
    case "chat rules":
      return { ...state, chatRules: event.data };
    case "message deleted":
      return { ...state, messages: state.messages.filter((message) => message._id !== event.data._id) };
  }
}
