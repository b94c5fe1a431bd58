#790
The ring turns~
2 g 100
~
%send% %actor% The ring turns in its eye.
~
$~
