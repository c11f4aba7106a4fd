import type { Tool } from './hands/hands.ts';
import type { ViewName } from './view/view-settings.ts';

/** What a step of a story does when it is pressed. */
export type StoryAct = ViewName | 'compare' | Exclude<Tool, 'pull'>;

/** A step: what to do or to look for, and what a press on it does. */
export interface StoryStep {
  readonly text: string;
  readonly act?: StoryAct;
}

/** Three steps for each scene of the gallery; the words before a bar say what a press on the step does. */
const STORIES: Readonly<Record<string, readonly [string, string, string]>> = {
  mushrooms: [
    'Pull a cap, and let go.',
    'structure|Green frames are awake. Only those of the mushroom that moves are; they go dark as it comes to rest.',
    'compare|Beside it, all frames awake: the same shapes, several times the unknowns.',
  ],
  rabbit: [
    'Pull an ear, and let go.',
    'structure|Green frames are awake. They go dark one by one as the ear comes to rest.',
    'compare|Beside it, all 61 frames awake: the same shape, several times the work.',
  ],
  'bouncing-ball': [
    'structure|In the air one frame carries the ball.',
    'On impact all 30 light up; after the bounce they sleep again.',
    'Catch it and throw it: it wakes where you hold it.',
  ],
  poke: [
    'Wait: the figure sags, and rests bent on two frames of 181.',
    'structure|At six seconds a finger tip is poked. Only that arm lights up.',
    'Lower the tolerance, and more of the body takes part.',
  ],
  seal: [
    'structure|Blue frames are told by twelve bones.',
    'The trunk between them is soft: its frames wake while it swings.',
    'compare|With all 40 frames awake it looks the same.',
  ],
  'christmas-tree': [
    'Nine balls are hung on the tree; frames wake as boughs bend.',
    'structure|Bent, it rests on two frames of 37: any pose can sleep.',
    'At 7.5 s the threads are cut, and the boughs swing back.',
  ],
  'beam-flexion': [
    'Four beams sag alike: elements, frames, adaptive frames, adaptive points.',
    'structure|Look how few frames of the yellow and the red one are awake at rest.',
    'After five seconds gravity goes: they wake, and straighten.',
  ],
  'beam-extension': [
    'The beam is pulled evenly at both ends.',
    'structure|Its strain is the same everywhere: one frame and one point are enough.',
    'Pull it sideways: now it has to bend, and frames wake.',
  ],
  'bar-1d': [
    'A bar hangs sideways on a wall, stretched by its own weight.',
    'structure|One frame follows the stretching; a third wakes for the middle.',
    'heat|At rest it is stretched unevenly, most at the wall, and still the frame may sleep.',
  ],
  'mushroom-field': [
    'structure|31 mushrooms, 156 frames, and all follow a single one.',
    'A shoe comes down: only what it touches wakes.',
    'Pull a mushroom yourself.',
  ],
  'armadillo-salad': [
    'Figures fall into a bowl, each on one frame.',
    'structure|In the heap frames wake where figures touch.',
    'Take one out by its tail.',
  ],
  'armadillo-heap': [
    'Eighteen figures rain into a bowl.',
    'Watch the strip below: everything is awake for a moment, then nothing.',
    'structure|The heap lies still on one frame each. Stir it.',
  ],
  'ball-stack': [
    'Eight balls fall as one body on one frame.',
    'structure|In the glass frames wake where balls press on each other.',
    'At five seconds the glass is gone: in the air they are one frame again.',
  ],
  'balls-in-a-glass': [
    'Three soft balls and a heavy marble fall into a glass.',
    'heat|The lowest ball is squashed most.',
    'At five seconds the glass is taken away. Catch one.',
  ],
  'soft-pile': [
    'Twenty-seven cubes fall into a pile.',
    'ghost|Contacts (t) show where they press on each other, and how hard.',
    'When it is still it costs nothing: pull one cube out.',
  ],
  'self-contact': [
    'An arm like a hairpin sinks onto itself.',
    'ghost|Contacts (t) appear between its two halves.',
    'Lift the upper half, and let it fall.',
  ],
  'ball-on-stairs': [
    'A jelly ball bounces down four steps.',
    'heat|See it squash on every landing.',
    'Throw it up the stairs again.',
  ],
  'sliding-block': [
    'Two blocks on a slope of 25 degrees.',
    'The red one stays; the blue one has less friction and slides.',
    'Change the friction of the red block in Body while it runs.',
  ],
  'cut-jelly': [
    'Two cuts are shown at 0.8 and 1.8 s.',
    'knife|Take the knife and draw a line through the block.',
    'structure|Cells divide along the cut. Pull the pieces apart.',
  ],
  'liver-cut': [
    'A blade goes in twice while the liver sways; a third cut takes a piece off.',
    'structure|Cells are small along the cuts, wide inside.',
    'knife|Cut off another piece.',
  ],
  slit: [
    'The block is cut half through and pulled open.',
    'A plate falls in, and keeps the sides apart.',
    'slice|Look into the slit.',
  ],
  flowers: [
    'Forty flowers in the wind, 140 cells each.',
    'structure|One is pulled: its cells divide there, and merge again.',
    'refine|Touch another flower to divide its cells by hand.',
  ],
  'hand-stiffness': [
    'Gravity swings: the little finger bends most, the thumb least.',
    'slice|Colour the cut by stiffness to see why.',
    'stiffen|Paint another finger soft or hard.',
  ],
  fingers: [
    'One finger is pulled aside and let go.',
    'structure|Cells are small in the fingers and wide in the palm.',
    'compare|A regular lattice as fine as that needs 35 000 cells.',
  ],
  'plastic-block': [
    'A ball is pressed into two blocks, clay and rubber.',
    'One keeps the dent, the other does not.',
    'dent|Press your own thumb into them.',
  ],
  'rabbit-jelly': [
    'Stiff feet and soft ears: the rabbit stands, its ears hang.',
    'structure|Elements are split while it moves and merge when it rests.',
    'Colour them by stiffness: coarse elements know what is inside them.',
  ],
  'liver-vessels': [
    'Two livers sag; the one with stiff vessels sags less.',
    'slice|Cut them open: the vessels show as stiffness.',
    'compare|Everything split, and the same shape.',
  ],
  'pulled-figure': [
    'Both hands are pulled with the same force.',
    'heat|The soft arm stretches more.',
    'structure|Colour by stiffness: it grows from one side to the other.',
  ],
  'box-on-wall': [
    'Two boxes bend under their weight.',
    'structure|The red one splits while it moves, and rests on its coarsest elements.',
    'Pull it: elements split again.',
  ],
  laminate: [
    'Two bars of the same sheets, upright in one and flat in the other.',
    'slice|Colour the cut by stiffness to see the sheets.',
    'Across the sheets it stretches more: the coarse elements know.',
  ],
  character: [
    'Bones walk the character, exactly as scripted.',
    'structure|Each layer apart, at the left: what it adds, in red.',
    'Mute the belly layer at the right, and it stops swinging.',
  ],
  walker: [
    'A rigged figure from a GLB file walks.',
    'Its flesh lags behind its bones and swings.',
    'Mute the layer “bones-flesh”: the skin is that of the file.',
  ],
  walrus: [
    'Two frames for the pose, modes for the wobble, elements for the dent.',
    'structure|Look at each layer apart while the finger presses.',
    'compare|Fine elements everywhere, for the same dent.',
  ],
  'octopus-hook': [
    'A hook lifts an arm and lets it slip.',
    'structure|Ten frames move the octopus; a patch of elements takes the hook.',
    'Pull another arm.',
  ],
  bottle: [
    'A finger bends a soft teat aside and lets go.',
    'structure|One rigid frame for the bottle, elements for the teat alone.',
    'compare|Elements in the whole bottle, for the same teat.',
  ],
  tourniquet: [
    'A string tightens round an arm.',
    'structure|Five frames hold the shape; a ring of elements takes the furrow.',
    'heat|The skin beside the string is stretched.',
  ],
  'skin-fold': [
    'Two ends are pushed together, and the skin folds.',
    'structure|A thin shell over a coarse grid of two materials.',
    'Make the shell thicker in Body: the folds get wider.',
  ],
  'shell-in-hex': [
    'A sheet on one soft block is pushed together.',
    'It keeps its length, and buckles into waves.',
    'Make the sheet thicker in Body: fewer waves.',
  ],
  'walrus-frames': [
    'The nose is tugged, a finger presses on the back.',
    'structure|Frames wake for the tug; a patch of elements takes the dent.',
    'Pull its tail: the coarse layer wakes there.',
  ],
  'walrus-modes': [
    'A finger presses on the back.',
    'structure|Sixteen modes of the whole body, twelve of a part of its back.',
    'Pull it: it wobbles by its modes.',
  ],
  'rigid-fem': [
    'A bar falls onto two pegs and bends over them.',
    'structure|The rigid frame takes the fall and the turning, the elements the bending.',
    'compare|Elements alone, as fine.',
  ],
  'bending-3pt': [
    'Four bars, pressed in the middle.',
    'The second is as good as the first; the last is too stiff.',
    'structure|Detail is worth it where the bar bends.',
  ],
  'stiff-fall': [
    'A very stiff body falls like a stone.',
    'Elements alone, with two iterations a step, would seem to float.',
    'structure|Here they are detail of a rigid frame, which falls exactly.',
  ],
  'dropped-figure': [
    'A soft rabbit falls on its feet and wobbles.',
    'heat|See where it is squashed.',
    'Take another material in Body while it wobbles.',
  ],
  'hanging-beam': [
    'Pull the free end, and let go.',
    'heat|The skin is stretched above and pressed below.',
    'Make it rubber, then jelly, in Body.',
  ],
};

/** The story of a gallery scene; null if it has none. */
export function storyOf(name: string): readonly StoryStep[] | null {
  return (
    STORIES[name]?.map((line): StoryStep => {
      const [act, text] = line.split('|');
      return text === undefined ? { text: line } : { text, act: act as StoryAct };
    }) ?? null
  );
}
