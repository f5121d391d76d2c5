import { phrase } from '#kit/text'

interface Entry {
  to: string
  text: string
}

/** The entries of the open pages' navigation, in order. A feature adds its line when its screen stands. */
export const openNav: readonly Entry[] = [{ to: '/', text: phrase('Home') }]
