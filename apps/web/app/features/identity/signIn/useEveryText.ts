import { useEffect } from 'react'
import { loadTexts, wording } from '#kit/text'

/** A page that the server drew has the texts that it shows. What the server answers to a form on it is not among them. */
export const useEveryText = () =>
  useEffect(() => {
    void loadTexts(wording.get().language)
  }, [])
